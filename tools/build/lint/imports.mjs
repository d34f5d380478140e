// The allowed imports between projects, no import cycles between files, including type imports, and none between the folders of
// the identity provider.

import { boundaries } from './boundaries.mjs';

const provider = '^apps/identity-provider/src/';
/** Its folders: each imports only folders of the lines above its own. The modules beside them may import all. */
const layers = [
  ['database'],
  ['applications', 'guesses', 'network', 'pages', 'signing'],
  ['device', 'people'],
  ['organizations', 'second-factor'],
  ['domains', 'invitations', 'trust-rules'],
  ['stores'],
  ['mail', 'oauth'],
  ['connections', 'development'],
  ['management', 'sign-in'],
  ['account', 'password-reset'],
];
const inFolders = (folders) => `${provider}(${folders.join('|')})/`;
const layerRules = layers.flatMap((folders, index) =>
  folders.map((folder) => ({
    name: 'no-import-from-above',
    severity: 'error',
    from: { path: inFolders([folder]) },
    to: { path: provider, pathNot: inFolders([...layers.slice(0, index).flat(), folder]) },
  })),
);

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    { name: 'no-circle', severity: 'error', from: {}, to: { circular: true } },
    ...boundaries,
    ...layerRules,
    {
      name: 'no-folder-without-layer',
      severity: 'error',
      from: { path: `${provider}[^/]+/`, pathNot: inFolders(layers.flat()) },
      to: {},
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Scripts of pages are built: their minified code is nested too deeply to parse.
    exclude: { path: '(^|/)dist/|/templates/[^/]+[.]js$' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default'],
    },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
  },
};
