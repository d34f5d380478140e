import { isCallOf, isDone } from '../history/history';
import { type Check, grouped } from './finding';

/** The limit of resends holds for a client over all replicas and restarts. A run is shorter than the window. */
export const noResendLimitIsExceeded: Check = ({ history, promises }) => {
  const done = history.calls.filter(isCallOf('resend')).filter(isDone);
  return [...grouped(done, ({ operation }) => operation.client)]
    .filter(([, calls]) => calls.length > promises.resendsPerClient)
    .map(([client, calls]) => ({
      rule: 'resend limit exceeded',
      text: `${calls.length} resends for ${client}`,
    }));
};
