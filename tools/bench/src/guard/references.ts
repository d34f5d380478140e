import { Database } from '@governance/postgres';
import { type SigningAlgorithm, type TokenIssuer } from '@governance/testing';
import { passportJwtSecret } from 'jwks-rsa';
import { verify } from 'node:crypto';
import passport from 'passport';
import { ExtractJwt, Strategy } from 'passport-jwt';
import { type TokenRequest } from './guard-under-test';

/** Only the signature check, with a parsed key. */
export function verifyOnly(issuer: TokenIssuer, alg: SigningAlgorithm): (token: string) => void {
  const publicKey = issuer.keys().find((candidate) => candidate.alg === alg)?.publicKey;
  if (!publicKey) throw new Error(`no key for ${alg}`);
  const key = { key: publicKey, dsaEncoding: 'ieee-p1363' as const };
  return (token) => {
    const end = token.lastIndexOf('.');
    const signed = Buffer.from(token.slice(0, end));
    const signature = Buffer.from(token.slice(end + 1), 'base64url');
    if (!verify('sha256', signed, key, signature)) throw new Error('wrong signature');
  };
}

type Authenticate = (req: TokenRequest, res: object, next: (error: unknown) => void) => void;

/** `passport-jwt` with the key provider of `jwks-rsa`, as in their documentation. */
export function stockStrategy({
  issuer,
  jwksUri,
  audience,
}: TokenIssuer): (req: TokenRequest) => Promise<void> {
  const options = {
    secretOrKeyProvider: passportJwtSecret({
      jwksUri,
      cache: true,
      rateLimit: true,
      jwksRequestsPerMinute: 5,
    }),
    jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(),
    audience,
    issuer,
    algorithms: ['RS256' as const, 'ES256' as const],
  };
  type Done = (error: unknown, user?: unknown) => void;
  const accept = (claims: object, done: Done): void => {
    done(null, claims);
  };
  passport.use('stock', new Strategy(options, accept));
  return (req) =>
    new Promise((resolve, reject) => {
      const done: Done = (cause, user) => {
        if (user) resolve();
        else reject(new Error('refused', { cause }));
      };
      (passport.authenticate('stock', { session: false }, done) as Authenticate)(req, {}, reject);
    });
}

export async function selectByKey(url: string, values: readonly string[]): Promise<() => Promise<void>> {
  const database = await Database.open({ url });
  const statement = {
    name: 'select-by-key',
    text: `
      SELECT id, last_used_at FROM m2m_credentials
      WHERE client_id = $1 AND org_id = $2 AND state = 'active' AND (expires_at IS NULL OR expires_at > $3)`,
  };
  return async () => {
    const { rows } = await database.query(statement, [...values, new Date()]);
    if (rows.length !== 1) throw new Error('the credential is not there');
  };
}
