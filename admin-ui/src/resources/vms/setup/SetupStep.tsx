import { useEffect, useRef, type ReactNode } from 'react';
import { Icon } from '../../../ui/Icon';

/** Where a step stands: behind, at hand, or still to come. */
export type StepState = 'done' | 'now' | 'next';

interface Props {
  number: number;
  state: StepState;
  /** Nothing is left to do in it, also while it is at hand. */
  isDone: boolean;
  title: string;
  /** What the step is for; once it is done, what it has come to. */
  text: ReactNode;
  /** Where what is done can be changed. */
  change?: ReactNode;
  /** Has the focus follow to the step when it becomes the one at hand. */
  isFollowed: boolean;
  children: ReactNode;
}

/** One step of a set-up: its title and what it is for, and while it is at hand what it asks. */
export const SetupStep = ({ number, state, isDone, title, text, change, isFollowed, children }: Props) => {
  const heading = useRef<HTMLHeadingElement>(null);
  const isNow = state === 'now';
  useEffect(() => {
    if (isNow && isFollowed) heading.current?.focus();
  }, [isNow, isFollowed]);
  return (
    <li className={`vsu-step is-${state}`} aria-current={isNow ? 'step' : undefined}>
      <span className="vsu-no">{isDone ? <Icon name="done" className="mk-ok" /> : number}</span>
      <div>
        <h2 ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <p className="t2">{text}</p>
        {isNow && <div className="vsu-body">{children}</div>}
      </div>
      {state === 'done' && change}
    </li>
  );
};
