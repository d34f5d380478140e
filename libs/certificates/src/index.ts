export { findBrowser, type FoundBrowser } from './find-browser';
export * from './puppeteer-certificate-renderer';
