/* jsmn's parser on a constant text, for versions with and without the file jsmn.c, and with and without the text's length. */
#include <string.h>
#if __has_include("jsmn.c")
#include "jsmn.c"
#else
#include "jsmn.h"
#endif
#ifdef TEXT_HAS_LENGTH
#define TEXT text, sizeof text - 1
#else
#define TEXT text
#endif
static const char text[] = "{\"user\": \"johndoe\", \"admin\": false, \"uid\": 1000,"
                           " \"groups\": [\"users\", \"wheel\", \"audio\", \"video\"]}";
int main(void) {
  jsmn_parser parser;
  jsmntok_t tokens[64];
  jsmn_init(&parser);
  return jsmn_parse(&parser, TEXT, tokens, 64) < 0;
}
