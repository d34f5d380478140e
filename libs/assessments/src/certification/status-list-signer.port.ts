import { type DueStatusList } from './status-list-store.port';

/** Signs a list of withdrawals as it is at a time. Gives a compact JWS. */
export abstract class StatusListSigner {
  abstract signStatusList(due: DueStatusList, at: Date): Promise<string>;
}
