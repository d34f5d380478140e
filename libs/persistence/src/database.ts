import { StoreUnavailable } from '@governance/kernel';
import * as pg from 'pg';
import { type Pool, type PoolClient, type QueryResult, type QueryResultRow } from 'pg';
import { DataSource, type EntityTarget, type ObjectLiteral, type Repository } from 'typeorm';
import { type PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { DeliveryEntity } from './delivery.entity';
import { isOutage } from './outage';
import { SurveyResultEntity } from './survey-result.entity';
import { WatchedClient } from './watched-client';

export interface DatabaseOptions {
  readonly url: string;
  readonly poolSize?: number;
  /** For how long a server may say nothing while it owes an answer; six seconds when absent. */
  readonly silenceLimitMs?: number;
  /** Called when an idle connection is lost. The pool replaces it; the process goes on. */
  readonly onConnectionLost?: (error: Error) => void;
}

/** A statement that PostgreSQL parses once for each connection: `name` is unique to `text`. */
export interface PreparedStatement {
  readonly name: string;
  readonly text: string;
}

/** Runs one statement: on any connection, or on that of a transaction. */
export type RunStatement = <Row extends QueryResultRow>(
  statement: PreparedStatement,
  values?: readonly unknown[],
) => Promise<QueryResult<Row>>;

/** Nobody waits for the database longer than this; then the answer is 503. */
const connectTimeoutMs = 2_000;
const statementTimeoutMs = 5_000;

/**
 * The connections of one process, opened by TypeORM. Statements on a hot path go straight to its `pg` pool as
 * prepared statements: the query builder costs several times the statement itself. Every method rejects with
 * `StoreUnavailable` when the database cannot be reached or does not answer in time.
 */
export class Database {
  private constructor(
    private readonly dataSource: DataSource,
    private readonly pool: Pool,
  ) {}

  static async open({
    url,
    poolSize = 10,
    silenceLimitMs,
    onConnectionLost,
  }: DatabaseOptions): Promise<Database> {
    const dataSource = new DataSource({
      type: 'postgres',
      // Named here, because a bundle holds no package that could be looked up by name.
      driver: pg,
      url,
      entities: [SurveyResultEntity, DeliveryEntity],
      poolSize,
      installExtensions: false,
      connectTimeoutMS: connectTimeoutMs,
      // Without a listener one lost connection would end the process.
      poolErrorHandler: (error: Error) => onConnectionLost?.(error),
      extra: {
        statement_timeout: statementTimeoutMs,
        Client: WatchedClient,
        ...(silenceLimitMs !== undefined && { silenceLimitMs }),
        idle_in_transaction_session_timeout: 2 * statementTimeoutMs,
        lock_timeout: connectTimeoutMs,
        keepAlive: true,
      },
    });
    await translateOutage(() => dataSource.initialize());
    return new Database(dataSource, (dataSource.driver as PostgresDriver).master as Pool);
  }

  readonly query: RunStatement = (statement, values = []) =>
    translateOutage(() => this.pool.query({ ...statement, values: [...values] }));

  /** Commits what `work` did when it resolves, and undoes it when it rejects. */
  async inTransaction<Result>(work: (query: RunStatement) => Promise<Result>): Promise<Result> {
    const client = await this.connect();
    // A lost connection fails the statement under way; without a listener it would end the process too.
    const ignore = (): void => undefined;
    client.on('error', ignore);
    let broken = true;
    try {
      return await translateOutage(async () => {
        await client.query('BEGIN');
        const result = await work((statement, values = []) =>
          client.query({ ...statement, values: [...values] }),
        );
        await client.query('COMMIT');
        broken = false;
        return result;
      });
    } catch (error) {
      await client.query('ROLLBACK').then(
        () => (broken = false),
        () => undefined,
      );
      throw error;
    } finally {
      client.off('error', ignore);
      // A connection that could not be brought back to rest is not used again.
      client.release(broken);
    }
  }

  /** Runs `work` with TypeORM's repository of an entity: for paths where speed does not matter. */
  async withRepository<Entity extends ObjectLiteral, Result>(
    entity: EntityTarget<Entity>,
    work: (repository: Repository<Entity>) => Promise<Result>,
  ): Promise<Result> {
    return translateOutage(() => work(this.dataSource.getRepository(entity)));
  }

  /** A connection of one's own, to be released by the caller. */
  async connect(): Promise<PoolClient> {
    return translateOutage(() => this.pool.connect());
  }

  async ping(): Promise<void> {
    await this.query({ name: 'ping', text: 'SELECT 1' });
  }

  /** Closing twice is no mistake. */
  async close(): Promise<void> {
    if (this.dataSource.isInitialized) await this.dataSource.destroy();
  }
}

async function translateOutage<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw isOutage(error) ? new StoreUnavailable({ cause: error }) : error;
  }
}
