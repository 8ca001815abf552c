import { currentSession } from '../providers/session';
import { Link } from '../router/Link';

interface Props {
  id: string;
  /** Shows the beginning alone, where there is little room. */
  isShort?: boolean;
}

/** The id under which a request was logged, which leads whoever may read it to all that is known of the request. */
export const RequestId = ({ id, isShort = false }: Props) => {
  const text = isShort ? <span className="mono s12">{id.slice(0, 8)}</span> : <span className="mono">{id}</span>;
  return mayReadSupport() ? <Link to={`/support/${id}`}>{text}</Link> : text;
};

/** Asks the session, since a message stands outside of what knows the metadata. */
const mayReadSupport = () => {
  const session = currentSession();
  return session.state === 'in' && session.claims.internal.permissions.includes('audit.read');
};
