import { Skeleton } from '../../ui/Skeleton';
import './form.css';

const lines = [120, 280, 200, 240, 160];

/** The shape of a form while it comes. */
export const FormWaiting = () => (
  <div className="g2 form-s" aria-hidden="true">
    {lines.map(width => (
      <Skeleton key={width} width={width} />
    ))}
  </div>
);
