export * from './circle-path';
export * from './custom-properties';
export * from './emblem';
export * from './fonts';
export * from './page-assets';
export * from './tier-style';
export * from './tokens';
export * from './styles';
