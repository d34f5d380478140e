import { StoreUnavailable } from '@governance/kernel';
import { type Database, type RunStatement } from '@governance/postgres';

/** A killed worker does nothing more; a suspended one goes on when it is resumed; one that is cut off loses its connections, and goes on. */
export const faults = ['killed', 'suspended', 'suspended until another works', 'cut off'] as const;

export interface Stop {
  /** Of a worker, counted from 1. */
  readonly statement: number;
  /** PostgreSQL gets the statement later, or has executed it and the worker does not know yet. */
  readonly moment: 'before' | 'after';
  readonly fault: (typeof faults)[number];
}

/** The database of a worker that is stopped at one of its statements. All statements are executed by PostgreSQL. */
export class StoppedDatabase {
  readonly asDatabase: Database;
  statements = 0;
  private readonly stopped = Promise.withResolvers<undefined>();
  readonly reached: Promise<undefined> = this.stopped.promise;
  private gate: Promise<unknown> = Promise.resolve();
  private open: (value?: undefined) => void = () => undefined;

  constructor(
    private readonly database: Database,
    private readonly stop: Stop | undefined,
    private readonly cut: () => Promise<unknown>,
  ) {
    this.asDatabase = Object.assign(Object.create(database) as Database, { query: this.query });
  }

  resume(): void {
    this.open();
  }

  private readonly query: RunStatement = async (statement, values) => {
    const number = ++this.statements;
    await this.at(number, 'before');
    const result = await this.database.query<never>(statement, values);
    await this.at(number, 'after');
    return result;
  };

  private async at(statement: number, moment: Stop['moment']): Promise<void> {
    const isHere = this.stop?.statement === statement && this.stop.moment === moment;
    if (isHere) this.begin(this.stop.fault);
    await this.gate;
    if (isHere && moment === 'after' && this.stop.fault === 'cut off') throw new StoreUnavailable();
  }

  private begin(fault: Stop['fault']): void {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.gate = fault === 'cut off' ? this.cut() : promise;
    if (fault !== 'killed') this.open = resolve;
    this.stopped.resolve(undefined);
  }
}
