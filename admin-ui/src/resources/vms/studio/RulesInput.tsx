import { RulesColumn } from './RulesColumn';
import { StudioProvider } from './StudioProvider';
import './studio.css';

const unheard = () => undefined;

/** The rules of a mapping in its form, without a sample. */
export const RulesInput = () => (
  <div className="w2">
    <StudioProvider input={null}>
      <RulesColumn onSample={unheard} isInSection />
    </StudioProvider>
  </div>
);
