#include "csqlite.h"

#include <sqlite3.h>

void csqlite_keep_no_account(void) { sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }
