"""What the programs bench/run, bench/many, bench/http and bench/cli have in common."""
