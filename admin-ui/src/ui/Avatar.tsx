import { initialsOfName } from '../format/initials';
import { useBytes } from './useBytes';
import './files.css';

interface Props {
  /** Whose it is: the initials stand where no image is. */
  name: string;
  /** The upload; without one the initials are shown. */
  image?: string | undefined;
  size?: 'small' | 'normal' | 'large';
}

const pixels = { small: 64, normal: 96, large: 192 } as const; // twice what is drawn, for fine screens

/** A person or a company as a small picture. The name stands beside it, so it is silent for readers. */
export const Avatar = ({ name, image, size = 'normal' }: Props) => {
  const side = pixels[size];
  const { url } = useBytes(image ? `/api/image/${image}?w=${side}&h=${side}` : undefined);
  return (
    <span className={`avatar ${size}`} aria-hidden="true">
      {url ? <img src={url} alt="" /> : initialsOfName(name)}
    </span>
  );
};
