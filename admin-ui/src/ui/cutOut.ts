import type { PercentCrop } from 'react-image-crop';

const sideAtMost = 2048;
const quality = 0.92;

/** The cut part as a file of its own, upright, at most 2048 wide or high. What is left out is not sent at all. */
export const cutOut = async (image: HTMLImageElement, crop: PercentCrop, file: File): Promise<File> => {
  const [w, h] = [image.naturalWidth, image.naturalHeight];
  const part = { x: (crop.x * w) / 100, y: (crop.y * h) / 100, w: (crop.width * w) / 100, h: (crop.height * h) / 100 };
  const scale = Math.min(1, sideAtMost / Math.max(part.w, part.h));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(part.w * scale));
  canvas.height = Math.max(1, Math.round(part.h * scale));
  const context = canvas.getContext('2d');
  if (!context) return file;
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, part.x, part.y, part.w, part.h, 0, 0, canvas.width, canvas.height);
  const type = file.type === 'image/jpeg' ? 'image/jpeg' : 'image/png';
  const blob = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, type, quality));
  if (!blob) return file;
  const name = file.name.replace(/\.[^.]*$/, '') + (type === 'image/jpeg' ? '.jpg' : '.png');
  return new File([blob], name, { type });
};
