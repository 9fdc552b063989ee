// Simulates a full disk for the process or thread that imports this, without tmpfs or root. While the file named by
// WINNOW_FULL_DISK exists, it contains the number of bytes that can still be written. SQLite's writes are counted per
// page.
import fs, { type PathLike } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import Database from "better-sqlite3";

const flag = process.env.WINNOW_FULL_DISK ?? "";
const { readFileSync, writeFileSync, existsSync, statSync } = fs;
const PAGE = 4096;

/** Functions for files outside the simulated disk. */
export const elsewhere = { writeFileSync };
export const fill = (room: number): void => writeFileSync(flag, String(room));

function full(): NodeJS.ErrnoException {
  return Object.assign(new Error("ENOSPC: no space left on device, write"), {
    code: "ENOSPC",
    errno: -28,
    syscall: "write",
  });
}

/** Takes up to `bytes` of the room and returns the number taken. */
function reserve(bytes: number): number {
  if (!existsSync(flag)) return bytes;
  const left = Number(readFileSync(flag, "utf8"));
  const taken = Math.min(bytes, left);
  writeFileSync(flag, String(left - taken));
  return taken;
}

type Failing = (error: Error) => void;
const sizeOf = (data: unknown): number =>
  typeof data === "string" ? Buffer.byteLength(data) : ArrayBuffer.isView(data) ? data.byteLength : 0;

/** Returns the size of a write to a file descriptor. */
function ofDescriptor(data: unknown, length: unknown): number {
  return typeof length === "number" ? length : sizeOf(data);
}

const { write, writeSync, writev, copyFileSync, copyFile, mkdirSync } = fs;
Object.assign(fs, {
  writeSync(descriptor: number, data: never, offset: never, length: never, position: never) {
    if (descriptor > 2 && reserve(ofDescriptor(data, length)) < ofDescriptor(data, length)) throw full();
    return writeSync(descriptor, data, offset, length, position);
  },
  write(descriptor: number, data: unknown, ...rest: unknown[]) {
    const size = ofDescriptor(data, rest[1]);
    const told = rest.at(-1) as Failing;
    if (descriptor > 2 && reserve(size) < size) return void process.nextTick(() => told(full()));
    return Reflect.apply(write, fs, [descriptor, data, ...rest]);
  },
  writev(descriptor: number, pieces: readonly NodeJS.ArrayBufferView[], ...rest: unknown[]) {
    const size = pieces.reduce((sum, { byteLength }) => sum + byteLength, 0);
    const told = rest.at(-1) as Failing;
    if (reserve(size) < size) return void process.nextTick(() => told(full()));
    return Reflect.apply(writev, fs, [descriptor, pieces, ...rest]);
  },
  writeFileSync(to: PathLike | number, data: string | NodeJS.ArrayBufferView, options?: never) {
    const size = sizeOf(data);
    const taken = reserve(size);
    if (taken === size) return writeFileSync(to, data, options);
    writeFileSync(to, Buffer.from(data as string).subarray(0, taken), options);
    throw full();
  },
  copyFileSync(from: PathLike, to: PathLike, mode?: number) {
    const { size } = statSync(from);
    const taken = reserve(size);
    if (taken === size) return copyFileSync(from, to, mode);
    writeFileSync(to, readFileSync(from).subarray(0, taken));
    throw full();
  },
  copyFile(from: PathLike, to: PathLike, ...rest: unknown[]) {
    const { size } = statSync(from);
    const told = rest.at(-1) as Failing;
    if (reserve(size) < size) return void process.nextTick(() => told(full()));
    return Reflect.apply(copyFile, fs, [from, to, ...rest]);
  },
  mkdirSync(path: PathLike, options?: never) {
    if (!existsSync(path) && reserve(PAGE) < PAGE) throw full();
    return mkdirSync(path, options);
  },
});

const { writeFile: writeLater, copyFile: copyLater, mkdir: mkdirLater, open: openLater } = fs.promises;
Object.assign(fs.promises, {
  async writeFile(to: never, data: unknown, options?: never) {
    if (reserve(sizeOf(data)) < sizeOf(data)) throw full();
    return writeLater(to, data as string, options);
  },
  async copyFile(from: PathLike, to: PathLike, mode?: number) {
    const { size } = statSync(from);
    if (reserve(size) < size) throw full();
    return copyLater(from, to, mode);
  },
  async mkdir(path: PathLike, options?: never) {
    if (!existsSync(path) && reserve(PAGE) < PAGE) throw full();
    return mkdirLater(path, options);
  },
  async open(path: PathLike, flags?: never, mode?: never) {
    const file = await openLater(path, flags, mode);
    const { write: writeTo, writeFile: writeAll } = file;
    Object.assign(file, {
      async write(data: unknown, ...rest: unknown[]) {
        const size = ofDescriptor(data, rest[1]);
        if (reserve(size) < size) throw full();
        return Reflect.apply(writeTo, file, [data, ...rest]);
      },
      async writeFile(data: unknown, ...rest: unknown[]) {
        if (reserve(sizeOf(data)) < sizeOf(data)) throw full();
        return Reflect.apply(writeAll, file, [data, ...rest]);
      },
    });
    return file;
  },
});
syncBuiltinESMExports();

const sample = new Database(":memory:");
const statements: object = Object.getPrototypeOf(sample.prepare("SELECT 1"));
sample.close();
for (const name of ["run", "get", "all"] as const) {
  const work = Reflect.get(statements, name) as (...given: unknown[]) => unknown;
  Reflect.set(statements, name, function act(this: Database.Statement, ...given: unknown[]) {
    if (!this.readonly && reserve(PAGE) < PAGE)
      throw new Database.SqliteError("database or disk is full", "SQLITE_FULL");
    return Reflect.apply(work, this, given);
  });
}
