import { LateNotes } from '@governance/runtime';
import { type BeforeApplicationShutdown, Logger } from '@nestjs/common';
import { type LastExchange, type StoredTrustRule, type TrustRulesStore } from './trust-rules.store';

/** Each process writes the notes of all rules together, at most once in this time. */
const writeAfterMs = 5_000;

type Client = Pick<StoredTrustRule, 'clientId'>;

/** The last exchange and the last refusal of each rule: two columns of its row, and no log of requests. */
export class LastExchanges implements BeforeApplicationShutdown {
  private readonly log = new Logger('TrustRules');
  private readonly notes: LateNotes<LastExchange>;

  constructor(store: Pick<TrustRulesStore, 'noteExchanges'>) {
    this.notes = new LateNotes({
      afterMs: writeAfterMs,
      merged: (known, next) => ({ ...known, ...next }),
      write: (notes) => store.noteExchanges(notes),
      failed: (error) => {
        this.log.warn({ msg: 'the last exchanges of trust rules could not be noted', err: error });
      },
    });
  }

  accepted({ clientId }: Client, acceptedAt: Date): void {
    this.notes.add(clientId, { acceptedAt });
  }

  refused({ clientId }: Client, at: Date, condition: string): void {
    this.notes.add(clientId, { refusal: { at, condition } });
  }

  /** Writes what there is, for tests. */
  flush(): Promise<void> {
    return this.notes.flush();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.notes.end();
  }
}
