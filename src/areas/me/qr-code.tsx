import { QRCode } from 'antd';

/** The secret for an authenticator's camera: dark on white in both shades, because cameras want it so. */
export function QrCode({ uri }: { uri: string }) {
  return <QRCode value={uri} type="svg" size={168} color="#000000" bgColor="#ffffff" aria-label="两步验证二维码" />;
}
