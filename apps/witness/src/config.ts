import {
  filePath,
  logLevel,
  port,
  readSettings,
  type Settings,
  singleLine,
  tracingSettings,
  type Variables,
} from '@governance/config';

/** What both programs read. Only this file reads the environment. */
export const identitySchema = {
  WITNESS_NAME: singleLine()
    .refine((name) => /^[^\s+]+$/u.test(name), 'must be a name without spaces and plus signs')
    .meta({
      description: 'the name of the key in cosignatures, a URL without `https://`; it never changes',
      example: 'witness.example.org/1',
    }),
  KEY_FILE: filePath().meta({
    description: 'the private key that cosigns',
    example: '/var/lib/witness/key.pem',
  }),
  STATE_FILE: filePath().meta({
    description: 'what the witness has cosigned; on a durable disk, and never restored from a backup',
    example: '/var/lib/witness/state.sqlite',
  }),
};

export const serverSchema = {
  PORT: port().default(3004).describe('the port on which the witness listens'),
  LOG_LEVEL: logLevel().default('info').describe('the minimum level of log messages'),
  ...identitySchema,
  LOGS_FILE: filePath().meta({
    description: 'the logs whose checkpoints are cosigned: the verifier key of each on a line of its own',
    example: '/etc/witness/logs.txt',
  }),
  ...tracingSettings,
};

export type IdentitySettings = Settings<typeof identitySchema>;
export type ServerSettings = Settings<typeof serverSchema>;

export function readIdentitySettings(env: Variables = process.env): IdentitySettings {
  return readSettings(identitySchema, env);
}

export function readServerSettings(env: Variables = process.env): ServerSettings {
  return readSettings(serverSchema, env);
}
