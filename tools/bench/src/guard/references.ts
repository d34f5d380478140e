import { type SigningAlgorithm, type TokenIssuer } from '@governance/testing';
import { passportJwtSecret } from 'jwks-rsa';
import { verify } from 'node:crypto';
import passport from 'passport';
import { ExtractJwt, Strategy } from 'passport-jwt';
import { Pool } from 'pg';
import { type TokenRequest } from './request';

/** The signature alone, with a key that is parsed already. @throws when it is wrong. */
export function verifyOnly(issuer: TokenIssuer, alg: SigningAlgorithm): (token: string) => void {
  const key = issuer.keys().find((candidate) => candidate.alg === alg)?.publicKey;
  if (!key) throw new Error(`no key for ${alg}`);
  return (token) => {
    const end = token.lastIndexOf('.');
    const [signed, signature] = [
      Buffer.from(token.slice(0, end)),
      Buffer.from(token.slice(end + 1), 'base64url'),
    ];
    if (!verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, signature)) throw new Error('wrong');
  };
}

/** `passport-jwt` with the key provider of `jwks-rsa`, as their documentation shows it. */
export function stockStrategy(issuer: TokenIssuer): (request: TokenRequest) => Promise<void> {
  const secretOrKeyProvider = passportJwtSecret({
    jwksUri: issuer.jwksUri,
    cache: true,
    rateLimit: true,
    jwksRequestsPerMinute: 5,
  });
  const options = {
    secretOrKeyProvider,
    jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(),
    audience: issuer.audience,
    issuer: issuer.issuer,
    algorithms: ['RS256' as const, 'ES256' as const],
  };
  passport.use(
    'stock',
    new Strategy(options, (claims: object, done: (error: null, user: object) => void) => {
      done(null, claims);
    }),
  );
  const authenticate = passport.authenticate('stock', { session: false }) as (
    request: TokenRequest,
    response: object,
    next: (error?: unknown) => void,
  ) => void;
  return (request) =>
    new Promise((resolve, reject) => {
      // Where it refuses it answers, and never calls back.
      const response = {
        setHeader: reject,
        end: () => {
          reject(new Error('refused'));
        },
      };
      authenticate(request, response, (error) => {
        if (error === undefined || error === null) resolve();
        else reject(new Error('refused', { cause: error }));
      });
    });
}

/** One prepared SELECT of the credential by its key. @throws when it is not there. */
export function selectByKey(databaseUrl: string, values: readonly string[]): () => Promise<void> {
  const url = new URL(databaseUrl);
  url.search = `options=${encodeURIComponent('-c governance.system_scope=guard')}`;
  const pool = new Pool({ connectionString: url.href, max: 10 });
  const statement = {
    name: 'select-by-key',
    text: `
      SELECT id, last_used_at FROM m2m_credentials
      WHERE client_id = $1 AND org_id = $2 AND state = 'active' AND (expires_at IS NULL OR expires_at > $3)`,
  };
  return async () => {
    const { rows } = await pool.query({ ...statement, values: [...values, new Date()] });
    if (rows.length !== 1) throw new Error('the credential is not there');
  };
}
