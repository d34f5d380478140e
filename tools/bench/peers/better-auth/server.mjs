// better-auth with its API-key plugin and PostgreSQL: an API that every request enters with a key.
import { apiKey } from '@better-auth/api-key';
import { betterAuth } from 'better-auth';
import { getMigrations } from 'better-auth/db/migration';
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import pg from 'pg';

const auth = betterAuth({
  baseURL: `http://127.0.0.1:${process.env.PORT}`,
  secret: process.env.AUTH_SECRET,
  database: new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 }),
  emailAndPassword: { enabled: true },
  telemetry: { enabled: false },
  // Keys are in the database alone: a revoked one is refused at the next request, at every replica.
  plugins: [apiKey({ storage: 'database', rateLimit: { enabled: false } })],
});
await (await getMigrations(auth.options)).runMigrations();
const person = { name: 'Admin', email: 'admin@peer.example', password: randomUUID() };
const { user } = await auth.api.signUpEmail({ body: person });
const permissions = { credentials: ['read'] };

const routes = {
  'GET /health': () => Promise.resolve({ status: 'ok' }),
  'POST /keys': async () => {
    const { id, key } = await auth.api.createApiKey({ body: { userId: user.id, permissions } });
    return { id, key };
  },
  'DELETE /keys': async (req) => {
    const body = { keyId: req.headers['key-id'], userId: user.id, enabled: false };
    await auth.api.updateApiKey({ body });
    return {};
  },
  'GET /permissions': async (req) => {
    const { valid, key } = await auth.api.verifyApiKey({
      body: { key: req.headers['x-api-key'], permissions },
    });
    return valid ? { permissions: key.permissions } : undefined;
  },
};

createServer((req, res) => {
  routes[`${req.method} ${req.url}`](req).then(
    (body) => {
      res.writeHead(body ? 200 : 401, { 'content-type': 'application/json' });
      res.end(JSON.stringify(body ?? { error: 'invalid key' }));
    },
    (error) => res.writeHead(500).end(String(error)),
  );
}).listen(process.env.PORT, '127.0.0.1');
