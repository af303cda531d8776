<?php
// A server of sabre/dav 1.8 that has one user and one address book, in the database that $SABRE_DATABASE names.
error_reporting(E_ALL & ~E_DEPRECATED);
ini_set('display_errors', '0');
ini_set('log_errors', '1');
require_once 'Sabre/autoload.php';

$database = new PDO('sqlite:' . getenv('SABRE_DATABASE'));
$database->setAttribute(PDO::ATTR_ERRMODE, PDO::ERRMODE_EXCEPTION);
$database->exec('PRAGMA busy_timeout = 10000');
$principals = new Sabre\DAVACL\PrincipalBackend\PDO($database);
$server = new Sabre\DAV\Server([
    new Sabre\DAVACL\PrincipalCollection($principals),
    new Sabre\CardDAV\AddressBookRoot($principals, new Sabre\CardDAV\Backend\PDO($database)),
]);
$server->setBaseUri('/');
$server->addPlugin(new Sabre\DAV\Auth\Plugin(new Sabre\DAV\Auth\Backend\PDO($database), 'sabre'));
$server->addPlugin(new Sabre\CardDAV\Plugin());
$server->addPlugin(new Sabre\DAVACL\Plugin());
$server->exec();
