package dev.pitstop.engine;

import dev.pitstop.process.Descriptor;
import dev.pitstop.process.Hands;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// The real one: memory that the front has made, and its pipe.
final class SystemConduit implements Conduit {
  private static final int LAST_ERROR = -4095;

  private final int memory;
  private final int pipeOut;
  private final int pipeIn;
  private final Descriptor client;
  private final Descriptor toClient;
  private final long address;
  private final ByteBuffer words;
  private final ByteBuffer in;
  private final ByteBuffer out;

  /// @param memory its descriptor
  /// @param pipeOut the end of the pipe that is read
  /// @param pipeIn the end that is written, which does not block
  /// @param client the client's end of its stdin; `toClient`: of its stdout
  SystemConduit(int memory, int pipeOut, int pipeIn, Descriptor client, Descriptor toClient)
      throws IOException {
    this.memory = memory;
    this.pipeOut = pipeOut;
    this.pipeIn = pipeIn;
    this.client = client;
    this.toClient = toClient;
    address = Shared.map(memory, Capsule.SIZE);
    if (address < 0 && address >= LAST_ERROR) {
      throw error(-address);
    }
    words = view(0, Capsule.WORDS);
    in = view(Capsule.WORDS, Capsule.IN);
    out = view((long) Capsule.WORDS + Capsule.IN, Capsule.OUT);
  }

  private ByteBuffer view(long from, long size) {
    return Shared.view(address + from, size).order(ByteOrder.nativeOrder());
  }

  private static IOException error(long number) {
    return new IOException("error " + number + " of the system");
  }

  @Override
  public ByteBuffer words() {
    return words;
  }

  @Override
  public ByteBuffer in() {
    return in;
  }

  @Override
  public ByteBuffer out() {
    return out;
  }

  @Override
  public void stored() {
    // the processor has it, and what becomes of this process does not matter to it
  }

  @Override
  @SuppressWarnings("ReferenceEquality")
  public void clear(ByteBuffer which, int from, int length) {
    long begin =
        which == words ? 0 : which == in ? Capsule.WORDS : (long) Capsule.WORDS + Capsule.IN;
    Shared.clear(address + begin + from, length);
  }

  @Override
  public int read(int at, int length, byte[] to, int from) throws IOException {
    long begin = address + Capsule.WORDS + at;
    int n = client.use(fd -> Shared.read(fd, begin, length, to, from));
    if (n == 0) {
      client.letGo(); // nobody has to close what has ended
    }
    return n;
  }

  @Override
  public int available() {
    return client.available();
  }

  @Override
  public int push(int at, int length, long end) throws IOException {
    long begin = address + Capsule.WORDS + Capsule.IN + at;
    int n = Shared.push(pipeIn, begin, length, address + Capsule.MEANT, end);
    if (n < 0) {
      throw error(-n);
    }
    return n;
  }

  @Override
  public int left() throws IOException {
    int n = Hands.available(pipeOut);
    if (n < 0) {
      throw error(-n);
    }
    return n;
  }

  @Override
  public int pass(int length) throws IOException {
    int n = toClient.use(fd -> Shared.pass(pipeOut, fd, length));
    if (n == 0) {
      throw new IOException("closed");
    }
    return n;
  }

  @Override
  public void end() {
    client.letGo();
  }

  @Override
  public void letGo() {
    client.letGo();
    toClient.letGo();
  }

  @Override
  public void free() {
    Shared.unmap(address, Capsule.SIZE);
    Hands.close(memory);
    Hands.close(pipeOut);
    Hands.close(pipeIn);
  }
}
