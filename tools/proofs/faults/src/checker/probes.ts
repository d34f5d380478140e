import { isCallOf } from '../history/history';
import { catalogued } from '../schedule/catalogue';
import { isTouched } from './answers';
import { type Check } from './finding';

function isOfDatabase(fault: string): boolean {
  const place = catalogued(fault)?.place;
  return place === 'database' || place === 'database-connection' || place === 'rows';
}

/** Without PostgreSQL every service lives: a supervisor that asks must not restart it. */
export const servicesStayAlive: Check = ({ history, promises }) =>
  history.calls
    .filter(isCallOf('probe'))
    .filter(({ answer }) => answer?.status !== 200)
    .filter((call) => {
      const touching = history.faults.filter((window) => isTouched(call, window, promises));
      return touching.length > 0 && touching.every(({ fault }) => isOfDatabase(fault));
    })
    .map(({ replica, operation, sentAt, answer }) => ({
      rule: 'not alive',
      text: `${replica} ${operation.path}: ${answer?.status ?? 'no answer'}, sent at ${Math.round(sentAt)} ms`,
    }));

/** Soon after PostgreSQL has crashed, and until it is started again, each service that answers says that it is not ready. */
export const crashIsNoticed: Check = ({ history, promises }) => {
  const crashes = history.faults.filter(({ fault }) => fault === 'F3');
  return history.calls
    .filter(isCallOf('readiness'))
    .filter(({ answer }) => answer !== undefined && answer.status !== 503)
    .filter(({ sentAt, endedAt }) =>
      crashes.some(({ began, ending = began }) => sentAt >= began + promises.noticedMs && endedAt <= ending),
    )
    .map(({ replica, sentAt, answer }) => ({
      rule: 'falsely ready',
      text: `${replica}: ${answer?.status ?? ''}, sent at ${Math.round(sentAt)} ms`,
    }));
};
