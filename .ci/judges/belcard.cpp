// Linphone's belcard as a judge: whether each line fits the grammar of RFC 6350, by belr's ABNF parser.
//
// Where its grammar is narrower than the standards, it gets the line in the form that it knows; each
// place says which section allows more.
#include <belcard/belcard.hpp>
#include <belcard/belcard_parser.hpp>
#include <fstream>
#include <iostream>
#include <iterator>
#include <set>
#include <string>

static const std::set<std::string> known{
    "SOURCE", "KIND", "XML", "FN", "N", "NICKNAME", "PHOTO", "BDAY", "ANNIVERSARY", "GENDER", "ADR", "TEL",
    "EMAIL", "IMPP", "LANG", "TZ", "GEO", "TITLE", "ROLE", "LOGO", "ORG", "MEMBER", "RELATED", "CATEGORIES",
    "NOTE", "PRODID", "REV", "SOUND", "UID", "CLIENTPIDMAP", "URL", "KEY", "FBURL", "CALADRURI", "CALURI",
    "BIRTHPLACE", "DEATHPLACE", "DEATHDATE"};
static const std::set<std::string> structured{"N", "ADR", "ORG", "GENDER", "CLIENTPIDMAP"};

// The line as belcard knows it.
static std::string known_form(std::string line) {
  auto group = line.substr(0, line.find_first_of(";:")).find('.');
  auto start = group == std::string::npos ? 0 : group + 1;
  auto name = line.substr(start, line.find_first_of(";:") - start);
  for (auto &c : name) c = toupper(c);
  // RFC 6350 §3.3: a name may be any that is registered later.
  if (!known.count(name) && name.compare(0, 2, "X-") != 0) {
    line.insert(start, "X-");
    name = "X-" + name;
  }
  size_t colon = 0;
  for (bool quoted = false; colon < line.size() && (quoted || line[colon] != ':'); colon++) {
    if (line[colon] == '"') quoted = !quoted;
  }
  auto head = line.substr(0, colon), value = colon < line.size() ? line.substr(colon + 1) : "";
  // RFC 6350 §4.1: a text may be empty.
  static const std::set<std::string> texts{"TEL", "TZ", "BIRTHPLACE", "DEATHPLACE"};
  bool isText = name.compare(0, 2, "X-") == 0 || texts.count(name) || head.find(";VALUE=text") != std::string::npos;
  if (value.empty() && isText) value = "-";
  if (!structured.count(name)) {
    // RFC 6350 §3.4: a semicolon may be escaped where it separates nothing.
    for (size_t at = 0; at + 1 < value.size(); at++) {
      if (value[at] != '\\') continue;
      if (value[at + 1] == ';') value.erase(at, 1); else at++;
    }
  }
  // RFC 9554 §2.1 and §2.2 give ADR and N more components.
  size_t limit = name == "N" ? 5 : name == "ADR" ? 7 : 0;
  for (size_t at = 0, count = 0; limit && at < value.size(); at++) {
    if (value[at] == '\\') at++;
    else if (value[at] == ';' && ++count == limit) value.erase(at);
  }
  return head + ":" + value;
}

int main() {
  auto parser = belcard::BelCardParser::getInstance();
  for (std::string line; std::getline(std::cin, line);) {
    std::ifstream file(line.substr(0, line.find('\t')), std::ios::binary);
    std::string text{std::istreambuf_iterator<char>(file), {}}, plain;
    for (size_t i = 0; i < text.size(); i++) {
      if (text.compare(i, 3, "\r\n ") == 0) i += 2; else plain += text[i];
    }
    int cards = 0, properties = 0;
    std::set<std::string> faults;
    for (size_t start = 0, end; (end = plain.find("\r\n", start)) != std::string::npos; start = end + 2) {
      auto one = plain.substr(start, end - start);
      if (one == "END:VCARD") cards++;
      if (one == "BEGIN:VCARD" || one == "END:VCARD" || one == "VERSION:4.0") continue;
      properties++;
      auto form = known_form(one);
      // It reads a card or nothing: a line by itself says which one it does not accept.
      auto other = form.compare(0, 3, "FN:") == 0 || form.compare(0, 3, "FN;") == 0 ? "" : "FN:-\r\n";
      if (!parser->parseOne("BEGIN:VCARD\r\nVERSION:4.0\r\n" + std::string(other) + form + "\r\nEND:VCARD\r\n"))
        faults.insert("read: not in the grammar: " + one.substr(0, 60));
    }
    std::string told;
    for (auto &fault : faults) told += (told.empty() ? "" : " | ") + fault;
    for (auto &c : told) if ((unsigned char)c < 0x20) c = ' ';
    std::cout << cards << "\t" << properties << "\t" << told << std::endl;
  }
}
