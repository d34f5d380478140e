import { type SharedStores } from './identity-server';

/** Every row of every table: bytes as hexadecimal digits and as text. */
export async function dumpOf({ sql }: Pick<SharedStores, 'sql'>): Promise<string> {
  const tables = await sql(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'identity'`,
  );
  const rows = await Promise.all(
    tables.map(({ name }) => sql(`SELECT t::text AS row FROM identity.${String(name)} t`)),
  );
  const text = rows
    .flat()
    .map(({ row }) => String(row))
    .join('\n');
  const bytes = [...text.matchAll(/\\\\?x([\da-f]+)/g)].map(([, hex = '']) =>
    Buffer.from(hex, 'hex').toString('latin1'),
  );
  return [text, ...bytes].join('\n');
}
