import { type Settings } from './replica';

/** The addresses and the files that the programs of one product share. */
export interface ProductSetup {
  readonly publicUrl: string;
  readonly platformUrl: string;
  /** The address of the identity provider. */
  readonly issuer: string;
  readonly claimsNamespace: string;
  readonly managementToken: string;
  readonly keyringFile: string;
  readonly identityKeyringFile: string;
  readonly issuerKeysFile: string;
  readonly smtpUrl: string;
}

/** Of a product whose tests need no others. */
export const defaultSetup = {
  publicUrl: 'https://assess.example.org',
  platformUrl: 'https://api.example.org',
  claimsNamespace: 'https://governance.example.org/claims/',
  // Where nothing listens: for a product that mails nothing.
  smtpUrl: 'smtp://127.0.0.1:9',
};

/** What a deployment sets for a program such as `platform-api/worker`, besides its ports and its database. */
export function programSettings(program: string, setup: ProductSetup): Settings {
  const common = { ENVIRONMENT: 'development', CLAIMS_NAMESPACE: setup.claimsNamespace };
  if (program.startsWith('identity-provider/'))
    return {
      ...common,
      ISSUER: setup.issuer,
      API_URL: setup.platformUrl,
      MANAGEMENT_TOKEN: setup.managementToken,
      KEYRING_FILE: setup.identityKeyringFile,
    };
  return {
    ...common,
    PUBLIC_BASE_URL: setup.publicUrl,
    PLATFORM_BASE_URL: setup.platformUrl,
    OIDC_ISSUER: setup.issuer,
    KEYRING_FILE: setup.keyringFile,
    SMTP_URL: setup.smtpUrl,
    MAIL_FROM: 'no-reply@example.org',
    // Secrets are for the programs alone that use them.
    ...(program.startsWith('platform-api/') && { IDENTITY_MANAGEMENT_TOKEN: setup.managementToken }),
    ...(/^public-api\/(worker|issuer-keys|log-key)$/.test(program) && {
      ISSUER_KEYS_FILE: setup.issuerKeysFile,
    }),
  };
}
