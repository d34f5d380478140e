import { type StatusListSigner } from './status-list-signer.port';
import { type StatusListStore } from './status-list-store.port';

/** An unchanged list is signed again every day, so that its age shows whether the service is operated. */
const signedForMs = 24 * 60 * 60 * 1000;

/** Keeps the published status lists current. Can be repeated, and run by several workers at once. */
export class StatusLists {
  constructor(
    private readonly store: StatusListStore,
    private readonly signer: StatusListSigner,
  ) {}

  /** Signs every list that is due. */
  async refresh(now: Date): Promise<void> {
    for (const due of await this.store.due(new Date(now.getTime() - signedForMs))) {
      const credential = await this.signer.signStatusList(due, now);
      await this.store.publish(due, { credential, at: now });
    }
  }
}
