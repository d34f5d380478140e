export { accessibilityFindings, type Allowances } from './accessibility-findings';
export { apiTextIn } from './api-text';
export { AuthenticatorApp, codeAt } from './authenticator-app';
export * from './built-program';
export * from './call-http';
export * from './certificate-log';
export {
  type ConcurrentSteps,
  deadlocksOf,
  openJittery,
  pairsTimeoutMs,
  repeatedWhileBusy,
  runPairs,
} from './concurrent-pairs';
export * from './connection-setting';
export { DevToolsRelay } from './devtools-relay';
export { drawPdf } from './draw-pdf';
export { type Ed25519Key, newEd25519Key } from './ed25519-key';
export * from './fixed-clock';
export * from './free-port';
export { fullWidth } from './full-width';
export { given, opened } from './given';
export { type HostileToken, hostileTokens } from './hostile-tokens';
export * from './inbox';
export { KeyboardUser } from './keyboard-user';
export { limitCpu } from './limit-cpu';
export * from './listen';
export { type FolderCheckpoint, LogFolder } from './log-folder';
export { mailboxSpellings } from './mailbox-spellings';
export { OpenApiContract } from './openapi-contract';
export type * from './mail-store';
export { mintToken, type TokenDraft } from './mint-token';
export { MemoryLog } from './memory-log';
export { nextStepsOf } from './next-steps';
export * from './node-primitives';
export { olderEngine } from './older-engine';
export type * from './paced-load/exchange';
export { PacedLoad } from './paced-load/paced-load';
export { copyPostgres, type CopyPurpose, type PostgresCopy } from './postgres-copy';
export * from './postgres-server';
export { ManagementClient, type MemberDraft } from './product/management-client';
export * from './product/product';
export { programFile } from './product/program-file';
export { defaultSetup, type ProductSetup, programSettings } from './product/program-settings';
export { Replica, type Settings } from './product/replica';
export { propertyRuns, triesEachCase } from './property-runs';
export { Random } from './random';
export * from './read-pdf';
export { databaseSettings, urlAs, urlForProgram } from './role-login';
export { refused, RoleSession } from './role-session';
export * from './run-sql';
export * from './running-process';
export { type DocumentedAnswers, answersToDocumentedRequests } from './answers-to-documented-requests';
export { hostileRequests } from './hostile-requests';
export { ScreenUser, type ScreenView } from './screen-user';
export { type RawAnswer, sendRaw } from './send-raw';
export { sharedPart } from './shared-part';
export { runShellPage, type ShellBlock, shellBlocks, type ShellPageOptions } from './shell-page';
export type * from './stored-mail';
export * from './test-database';
export * from './test-issuer-keys';
export * from './test-keyring';
export { nextRsaKeyPair } from './test-rsa-keys';
export * from './test-signing-key';
export * from './token-issuer';
export * from './test-browser';
export { temporaryFolder } from './temporary-folder';
export * from './times';
export { type ReceivedSpan, TraceReceiver } from './trace-receiver';
export { until } from './until';
export { statusesWhileFull } from './statuses-while-full';
export { whileHeld } from './while-held';
export { withClient } from './with-client';
