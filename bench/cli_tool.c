/* The least command-line program that describes its tools: what a call of it costs is what any call costs. */
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
    if (argc > 1 && strcmp(argv[1], "schema") == 0)
        puts("{\"tools\":[{\"name\":\"say\",\"cli_command\":[\"say\",\"--text={text}\"],"
             "\"parameters\":{\"type\":\"object\",\"properties\":{\"text\":{\"type\":\"string\"}}}}]}");
    else
        printf("{\"words\":%d}\n", argc);
    return 0;
}
