// What Swift cannot call of SQLite, as it takes any number of arguments.

#ifndef CSQLITE_H
#define CSQLITE_H

/// Has SQLite keep no account of its memory, for which each thread would wait for the others whenever it asks
/// for some (https://sqlite.org/c3ref/c_config_covering_index_scan.html, SQLITE_CONFIG_MEMSTATUS).
///
/// Only before any book is open; without effect afterwards.
void csqlite_keep_no_account(void);

#endif
