export * from './puppeteer-certificate-renderer';
