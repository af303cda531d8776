<?php
// sabre/vobject: `php sabre.php AUTOLOADER parse|write FILE 3.0|4.0`; see README.md here.
//
// Cards are told apart as its own splitter does, and lines that it cannot read are left out, as it
// is asked to. The versions of the cards are kept.
error_reporting(E_ALL & ~E_DEPRECATED);
if ($argc !== 5) exit(64);
require $argv[1];
$writes = $argv[2] === 'write';
$options = Sabre\VObject\Reader::OPTION_FORGIVING | Sabre\VObject\Reader::OPTION_IGNORE_INVALID_LINES;
$start = hrtime(true);
$file = fopen($argv[3], 'rb');
if ($file === false) exit(66);
$cards = $properties = $octets = 0;
$text = '';
while (($line = fgets($file)) !== false) {
    // Blank lines between cards are no part of them.
    if ($text === '' && trim($line) === '') continue;
    $text .= $line;
    if (strncasecmp($line, 'END:', 4) !== 0) continue;
    $card = Sabre\VObject\Reader::read($text, $options);
    $text = '';
    $cards++;
    foreach ($card->children() as $property) {
        $properties++;
        $octets += strlen((string)$property);
    }
    if ($writes) echo $card->serialize();
}
fprintf(STDERR, "{\"cards\":%d,\"properties\":%d,\"octets\":%d,\"seconds\":%.6f}\n",
    $cards, $properties, $octets, (hrtime(true) - $start) / 1e9);
