export { crossOriginSettings, refuseInsecureOrigins } from './cross-origin-settings';
export type { Field } from './field';
export {
  type GivenIssuers,
  issuerSettings,
  refuseManagedWithoutMachines,
  refuseUnusableIssuers,
} from './issuer-settings';
export type { IssuerEntry } from './issuers-file';
export { mailServerSettings, refuseWeakMail, requiresTls } from './mail-server';
export { integerOfAtLeast, port, positiveInteger } from './number-fields';
export {
  readSettings,
  type Refusals,
  type Settings,
  type SettingsSchema,
  type Variables,
} from './read-settings';
export { requestLimitSettings } from './request-limit-settings';
export { SettingsError } from './settings-error';
export { settingsOrExit } from './settings-or-exit';
export { refuseSiteCookieDomain, type SiteCookie, siteCookieOf, siteCookieSettings } from './site-cookie';
export {
  environment,
  filePath,
  listOf,
  logLevel,
  mailFrom,
  managementToken,
  oneOf,
  singleLine,
  yesOrNo,
} from './text-fields';
export { tracingSettings } from './tracing-settings';
export { type TrustProxy, trustProxy } from './trust-proxy-field';
export {
  browserUrl,
  claimsNamespace,
  databaseUrl,
  httpUrl,
  issuerUrl,
  linkUrl,
  originList,
  smtpUrl,
} from './url-fields';
