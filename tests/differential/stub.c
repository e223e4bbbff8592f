/* Owns recording that a program was started: its words and its directory; it does nothing else.
 *
 * It goes by many names, which are links to it. A record is the number of words, the directory and the words, each
 * ended by a NUL, written at once so that records of programs that run side by side do not mix. */

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static char record[1 << 16];
static size_t length;

static void append(const char *text)
{
    size_t size = strlen(text) + 1;
    if (length + size <= sizeof record) {
        memcpy(record + length, text, size);
        length += size;
    }
}

int main(int count, char **words)
{
    char number[16], directory[4096];
    snprintf(number, sizeof number, "%d", count);
    append(number);
    append(getcwd(directory, sizeof directory) ? directory : "?");
    for (int at = 0; at < count; at++)
        append(words[at]);
    int log = open(LOG, O_WRONLY | O_APPEND);
    return log < 0 || write(log, record, length) != (ssize_t)length;
}
