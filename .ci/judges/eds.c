/* evolution-data-server's libebook-contacts as a judge: reads each card, counts its attributes. */
#include <libebook-contacts/libebook-contacts.h>
#include <stdio.h>
#include <string.h>

static GString *faults;

static void on_log(const gchar *domain, GLogLevelFlags level, const gchar *message, gpointer data) {
  if (level & (G_LOG_LEVEL_WARNING | G_LOG_LEVEL_CRITICAL | G_LOG_LEVEL_ERROR))
    g_string_append_printf(faults, "%sread: %s", faults->len ? " | " : "", message);
}

int main(void) {
  char line[8192];
  faults = g_string_new(NULL);
  g_log_set_default_handler(on_log, NULL);
  while (fgets(line, sizeof line, stdin)) {
    gchar *text = NULL;
    int cards = 0, properties = 0;
    g_string_truncate(faults, 0);
    line[strcspn(line, "\t\n")] = 0;
    if (!g_file_get_contents(line, &text, NULL, NULL)) return 66;
    /* It reads one card a string. Ours end at a line of their own; what is nested ends before. */
    for (char *start = text, *next; *start; start = next) {
      next = strstr(start, "\r\nEND:VCARD\r\nBEGIN:VCARD\r\n");
      next = next ? next + 13 : start + strlen(start);
      gchar *one = g_strndup(start, next - start);
      EVCard *card = e_vcard_new_from_string(one);
      GList *attributes = e_vcard_get_attributes(card);
      if (attributes) cards++;
      for (GList *item = attributes; item; item = item->next)
        properties += g_ascii_strcasecmp(e_vcard_attribute_get_name(item->data), "VERSION") != 0;
      g_object_unref(card);
      g_free(one);
    }
    g_free(text);
    g_strdelimit(faults->str, "\t\r\n", ' ');
    printf("%d\t%d\t%s\n", cards, properties, faults->str);
    fflush(stdout);
  }
  return 0;
}
