import { type DatabaseServer } from '../system/database-server';

/**
 * Defects with the effect of a mistake in the product, made by triggers in the database of one run: the product has no switch
 * for them.
 */
const triggers = {
  /** The delivery is marked as sent when its message is stored, before it is sent. */
  'commit before send': {
    table: 'deliveries',
    when: 'OLD.message IS NULL AND NEW.message IS NOT NULL',
    change: `NEW.state := 'sent'; NEW.sent_at := now();`,
  },
  /** A claimed delivery stays due, so another worker claims it too. */
  'lease ignored': {
    table: 'deliveries',
    when: 'NEW.lease IS NOT NULL AND NEW.lease IS DISTINCT FROM OLD.lease',
    change: 'NEW.available_at := OLD.available_at; NEW.lease := coalesce(OLD.lease, NEW.lease);',
  },
  /** The reconciler does not find what a crash left. */
  'lost intent': {
    table: 'credential_intents',
    when: 'NEW.lease IS DISTINCT FROM OLD.lease',
    change: 'RETURN NULL;',
  },
  /** An admitted delivery is not found again when the next one to its recipient is weighed. */
  'forgotten budget': {
    table: 'deliveries',
    when: 'OLD.admitted_at IS NULL AND NEW.admitted_at IS NOT NULL',
    change: 'NEW.recipient_mac := decode(md5(random()::text), $x$hex$x$);',
  },
  /** A message is given up after its first failure. */
  'early surrender': {
    table: 'deliveries',
    when: `NEW.state = 'queued' AND NEW.lease IS NULL AND NEW.failure IS NOT NULL`,
    change: `NEW.state := 'parked';`,
  },
  /** The limit of resends forgets what it has counted. */
  'forgotten resends': {
    table: 'rate_limits',
    when: 'NEW.hits IS DISTINCT FROM OLD.hits',
    change: `NEW.hits := '{}';`,
  },
  /** The job of a document is done before the document is stored. */
  'unstored document': {
    table: 'certificate_documents',
    when: `NEW.state = 'stored'`,
    change: 'RETURN NULL;',
  },
} as const;

export type PlantedBug = keyof typeof triggers;

export const plantedBugs = Object.keys(triggers) as PlantedBug[];

export async function plant(bug: PlantedBug, database: DatabaseServer): Promise<void> {
  const { table, when, change } = triggers[bug];
  await database.sql(`
    CREATE FUNCTION planted_bug() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN ${change} RETURN NEW; END $$`);
  await database.sql(`
    CREATE TRIGGER planted_bug BEFORE UPDATE ON ${table} FOR EACH ROW WHEN (${when}) EXECUTE FUNCTION planted_bug()`);
}
