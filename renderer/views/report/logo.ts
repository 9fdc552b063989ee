const WIDEST = 480;
const HIGHEST = 160;

/** Converts an image to a small PNG data URL; `null` if it can't be read. */
export async function logoOf(file: File): Promise<string | null> {
  const image = new Image();
  image.src = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error("unread"));
    reader.readAsDataURL(file);
  });
  await image.decode();
  const { naturalWidth: width, naturalHeight: height } = image;
  // SVG images may lack a size.
  const scale = Math.min(WIDEST / (width || WIDEST), HIGHEST / (height || HIGHEST));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round((width || WIDEST) * scale);
  canvas.height = Math.round((height || HIGHEST) * scale);
  const context = canvas.getContext("2d");
  if (context === null) return null;
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL("image/png");
}
