// KDE's kcontacts: `kcontacts parse|write FILE 3.0|4.0`; see README.md here.
//
// Its cards are persons and not lists of properties: every part of a person is asked for.
#include <KContacts/Address>
#include <KContacts/Addressee>
#include <KContacts/Email>
#include <KContacts/PhoneNumber>
#include <KContacts/Picture>
#include <KContacts/ResourceLocatorUrl>
#include <KContacts/VCardConverter>
#include <QElapsedTimer>
#include <QFile>
#include <cstdio>
#include <cstring>

static unsigned long properties, octets;

static void touch(const QString &text) {
  if (text.isEmpty()) return;
  properties++;
  octets += text.size();
}

static void touch(const KContacts::Addressee &person) {
  for (const auto &text : {person.familyName() + person.givenName() + person.additionalName() +
                               person.prefix() + person.suffix(),
                           person.formattedName(), person.nickName(), person.mailer(), person.title(),
                           person.role(), person.organization(), person.department(), person.note(),
                           person.productId(), person.sortString(), person.uid(), person.name()})
    touch(text);
  if (person.birthday().isValid()) touch(person.birthday().toString(Qt::ISODate));
  if (person.revision().isValid()) touch(person.revision().toString(Qt::ISODate));
  for (const auto &email : person.emails()) touch(email);
  for (const auto &phone : person.phoneNumbers()) touch(phone.number());
  for (const auto &place : person.addresses())
    touch(place.postOfficeBox() + place.extended() + place.street() + place.locality() +
          place.region() + place.postalCode() + place.country());
  touch(person.url().url().toString());
  for (const auto &page : person.extraUrlList()) touch(page.url().toString());
  for (const auto &category : person.categories()) touch(category);
  for (const auto &custom : person.customs()) touch(custom);
  const auto photo = person.photo();
  if (!photo.isEmpty()) {
    properties++;
    octets += photo.isIntern() ? photo.rawData().size() : photo.url().size();
  }
}

int main(int count, char **words) {
  if (count != 4) return 64;
  QElapsedTimer timer;
  timer.start();
  QFile file(QString::fromUtf8(words[2]));
  if (!file.open(QIODevice::ReadOnly)) return 66;
  KContacts::VCardConverter converter;
  const auto cards = converter.parseVCards(file.readAll());
  for (const auto &card : cards) touch(card);
  if (std::strcmp(words[1], "write") == 0) {
    const auto version = std::strcmp(words[3], "4.0") == 0 ? KContacts::VCardConverter::v4_0
                                                           : KContacts::VCardConverter::v3_0;
    const auto text = converter.createVCards(cards, version);
    if (std::fwrite(text.constData(), 1, text.size(), stdout) != size_t(text.size())) return 74;
  }
  if (std::fflush(stdout) != 0) return 74;
  std::fprintf(stderr, "{\"cards\":%d,\"properties\":%lu,\"octets\":%lu,\"seconds\":%.6f}\n",
               int(cards.size()), properties, octets, timer.nsecsElapsed() / 1e9);
}
