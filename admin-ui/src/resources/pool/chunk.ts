// The parts of the forms and tabs in one file, so that they come in one part.
import '../../engine/form/form.css';
import '../../ui/lines.css';

export { CategoryInput } from './CategoryInput';
export { ImageInput } from './ImageInput';
export { FreelancerInput } from './FreelancerInput';
export { MembersTab } from './MembersTab';
export { FilePage, MergePage } from './MergePage';
export { TextKeyInput } from '../question/TextKeyInput';
export { TtlInput } from './TtlInput';
export { TagsPage } from './TagsPage';
