# The build command of the soak's sessions: goes as the file `build-how` beside the work folder says.
echo built >>../builds
how=$(cat ../build-how 2>/dev/null)
case $how in
  fail)
    echo "src/puppet.c:3: error: expected ';'" >&2
    exit 1
    ;;
  slow) sleep 1 ;;
  flood) yes "$0: warning: 0123456789012345678901234567890123456789012345678901234567890123456789" | head -c 40000000 ;;
esac
