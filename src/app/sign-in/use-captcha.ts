import { useState } from 'react';
import { type CaptchaAnswer, captcha } from '#contract/areas/access/calls.ts';
import { useApp } from '../app-context.tsx';

/** The picture that a form asks to be read once the server wants one. */
export interface Captcha {
  /** False as long as the server wants none. */
  asked: boolean;
  /** Null while it is fetched and when it could not be had. */
  picture: CaptchaAnswer | null;
  value: string;
  error: string;
  type(value: string): void;
  /** Brings a new picture; `words` say why. Every answer uses its picture up. */
  renew(words?: string): Promise<void>;
  /** What is sent with the form: nothing where no picture is asked for; null when it is not filled yet. */
  answer(): { captcha_id?: string; captcha?: string } | null;
}

/** Keeps the captcha of the change of password. */
export function useCaptcha(): Captcha {
  const { services } = useApp();
  const [asked, setAsked] = useState(false);
  const [picture, setPicture] = useState<CaptchaAnswer | null>(null);
  const [value, setValue] = useState('');
  const [error, setError] = useState('');
  return {
    asked,
    picture,
    value,
    error,
    type(typed) {
      setValue(typed);
      setError('');
    },
    async renew(words = '') {
      setAsked(true);
      setPicture(null);
      setValue('');
      setError(words);
      const sent = await services.wire.send(
        captcha,
        { scene: 'changePwd' },
        { as: null, hideLoading: true, ownWords: true },
      );
      if (sent.ok) setPicture(sent.value);
      else setError('验证码获取失败，请换一张');
    },
    answer() {
      if (!asked) return {};
      if (picture && value.trim() !== '') return { captcha_id: picture.captcha_id, captcha: value.trim() };
      setError('请输入验证码');
      return null;
    },
  };
}
