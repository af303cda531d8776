<?php
// sabre/vobject as a judge: reads each card without its forgiving options, and validates it.
error_reporting(E_ALL & ~E_DEPRECATED);
set_error_handler(function ($level, $message) {
    if ($level !== E_DEPRECATED) throw new ErrorException($message);
    return true;
});
require '/usr/share/php/Sabre/VObject/autoload.php';

while (($line = fgets(STDIN)) !== false) {
    [$path] = explode("\t", rtrim($line, "\n"));
    $cards = 0;
    $properties = 0;
    $faults = [];
    // Its splitter forgives lines that it cannot read, so the cards are split here.
    foreach (preg_split('/(?<=\nEND:VCARD\r\n)(?=BEGIN:VCARD\r\n)/', file_get_contents($path)) as $text) {
        if ($text === '') continue;
        try {
            $card = Sabre\VObject\Reader::read($text);
            $cards++;
            foreach ($card->children() as $child) {
                if ($child->name !== 'VERSION') $properties++;
            }
            foreach ($card->validate() as $fault) $faults[] = 'check: ' . $fault['message'];
        } catch (Throwable $error) {
            $faults[] = 'read: ' . (new ReflectionClass($error))->getShortName() . ': ' . $error->getMessage();
        }
    }
    $text = strtr(implode(' | ', $faults), "\t\r\n", '   ');
    echo "$cards\t$properties\t$text\n";
    flush();
}
