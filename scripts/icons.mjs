// node scripts/icons.mjs: draws every icon under resources/ from resources/icon.svg, with Chromium. Run after changing it.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { root } from "./setup.mjs";

const resources = join(root, "resources");
const svg = readFileSync(join(resources, "icon.svg"), "utf8");
const badge = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle cx="16" cy="16" r="15" fill="#e8590c"/><rect x="14" y="7" width="4" height="12" rx="2" fill="#fff"/><circle cx="16" cy="24" r="2.5" fill="#fff"/></svg>`;

/** Sizes of the Linux icon set, in pixels. */
const LINUX = [16, 32, 48, 64, 128, 256, 512];
const WINDOWS = [16, 24, 32, 48, 64, 128, 256];
/** macOS's names for its sizes in pixels; each may hold a PNG. */
const MACOS = [
  ["ic11", 32],
  ["ic12", 64],
  ["ic07", 128],
  ["ic13", 256],
  ["ic08", 256],
  ["ic14", 512],
  ["ic09", 512],
  ["ic10", 1024],
];

const system = "/usr/bin/chromium";
const browser = await chromium.launch({
  ...(existsSync(system) ? { executablePath: system } : {}),
  args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
});

async function draw(source, size) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(
    `<style>*{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${source}`,
  );
  const png = await page.screenshot({ omitBackground: true });
  await page.close();
  return png;
}

const sizes = [...new Set([...LINUX, ...WINDOWS, ...MACOS.map(([, size]) => size)])];
const drawn = new Map();
for (const size of sizes) drawn.set(size, await draw(svg, size));

mkdirSync(join(resources, "package", "icons"), { recursive: true });
for (const size of LINUX)
  writeFileSync(join(resources, "package", "icons", `${size}x${size}.png`), drawn.get(size));
writeFileSync(join(resources, "package", "icon.png"), drawn.get(512));
writeFileSync(join(resources, "package", "icon.ico"), ico(WINDOWS.map((size) => [size, drawn.get(size)])));
writeFileSync(
  join(resources, "package", "icon.icns"),
  icns(MACOS.map(([name, size]) => [name, drawn.get(size)])),
);
writeFileSync(join(resources, "drag.png"), drawn.get(64));
writeFileSync(join(resources, "badge.png"), await draw(badge, 32));
await browser.close();

/** An .ico of PNG images: a directory entry of 16 bytes for each, then the images. A size of 256 is written as 0. */
function ico(images) {
  const directory = Buffer.alloc(6 + 16 * images.length);
  directory.writeUInt16LE(1, 2);
  directory.writeUInt16LE(images.length, 4);
  let offset = directory.length;
  images.forEach(([size, png], index) => {
    const at = 6 + 16 * index;
    directory.writeUInt8(size % 256, at);
    directory.writeUInt8(size % 256, at + 1);
    directory.writeUInt16LE(1, at + 4);
    directory.writeUInt16LE(32, at + 6);
    directory.writeUInt32LE(png.length, at + 8);
    directory.writeUInt32LE(offset, at + 12);
    offset += png.length;
  });
  return Buffer.concat([directory, ...images.map(([, png]) => png)]);
}

/** An .icns: a header, then each image with its four-letter name and its length, all big-endian. */
function icns(images) {
  const chunk = (name, body) => {
    const head = Buffer.alloc(8);
    head.write(name, "latin1");
    head.writeUInt32BE(8 + body.length, 4);
    return Buffer.concat([head, body]);
  };
  return chunk("icns", Buffer.concat(images.map(([name, png]) => chunk(name, png))));
}
