import { type DueStatusList } from './status-list-store.port';

/** Signs a status list, dated `at`. Returns a compact JWS. */
export abstract class StatusListSigner {
  abstract signStatusList(due: DueStatusList, at: Date): Promise<string>;
}
