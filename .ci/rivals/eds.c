/* evolution-data-server's libebook-contacts: `eds parse|write FILE 3.0|4.0`; see README.md here.
 *
 * It reads one card a string, so the cards are told apart here, by their last lines. It writes no
 * 4.0: those are written as 3.0. */
#include <libebook-contacts/libebook-contacts.h>
#include <stdio.h>
#include <string.h>

int main(int count, char **words) {
  if (count != 4) return 64;
  gboolean writes = strcmp(words[1], "write") == 0;
  gint64 start = g_get_monotonic_time();
  gchar *text = NULL;
  gsize length = 0;
  if (!g_file_get_contents(words[2], &text, &length, NULL)) return 66;
  unsigned long cards = 0, properties = 0, octets = 0;
  for (char *from = text, *next; from < text + length; from = next) {
    /* Blank lines between cards are no part of them. */
    from += strspn(from, "\r\n");
    char *end = strstr(from, "\nEND:VCARD");
    char *line = end ? strchr(end + 1, '\n') : NULL;
    next = line ? line + 1 : text + length;
    char kept = *next;
    *next = 0;
    EVCard *card = e_vcard_new_from_string(from);
    *next = kept;
    GList *attributes = e_vcard_get_attributes(card);
    if (attributes) cards++;
    for (GList *item = attributes; item; item = item->next) {
      properties++;
      for (GList *value = e_vcard_attribute_get_values(item->data); value; value = value->next)
        octets += strlen(value->data);
    }
    if (writes) {
      gchar *written = e_vcard_to_string(card, EVC_FORMAT_VCARD_30);
      fputs(written, stdout);
      fputs("\r\n", stdout);
      g_free(written);
    }
    g_object_unref(card);
  }
  if (fflush(stdout) != 0) return 74;
  double seconds = (g_get_monotonic_time() - start) / 1e6;
  g_free(text);
  fprintf(stderr, "{\"cards\":%lu,\"properties\":%lu,\"octets\":%lu,\"seconds\":%.6f}\n", cards,
          properties, octets, seconds);
  return 0;
}
