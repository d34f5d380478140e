import { type StatusListSigner } from './status-list-signer.port';
import { type StatusListStore } from './status-list-store.port';

/** A list is signed anew every day even if nothing changed, so that its age says whether somebody looks after it. */
const signedForMs = 24 * 60 * 60 * 1000;

/** Keeps the published lists of withdrawals true. Can be repeated and run by several at once. */
export class StatusLists {
  constructor(
    private readonly store: StatusListStore,
    private readonly signer: StatusListSigner,
  ) {}

  /** Signs what is not up to date. */
  async refresh(now: Date): Promise<void> {
    for (const due of await this.store.due(new Date(now.getTime() - signedForMs))) {
      const credential = await this.signer.signStatusList(due, now);
      await this.store.publish(due, { credential, at: now });
    }
  }
}
