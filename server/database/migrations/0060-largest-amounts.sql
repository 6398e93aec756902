-- Nothing comes to more than sums can bear (amendments H2): ¥100,000,000,000.00, typed or worked out.

alter table supplier
  add constraint supplier_deposit_amount_most check (abs(deposit_amount) <= 10000000000000);

alter table spu
  add constraint spu_tag_price_most check (abs(tag_price) <= 10000000000000);

alter table sku
  add constraint sku_tag_price_most check (abs(tag_price) <= 10000000000000);

alter table spu_draft
  add constraint spu_draft_tag_price_most check (abs(tag_price) <= 10000000000000);

alter table price_sheet_line
  add constraint price_sheet_line_tag_price_most check (abs(tag_price) <= 10000000000000),
  add constraint price_sheet_line_old_price_most check (abs(old_price) <= 10000000000000),
  add constraint price_sheet_line_new_price_most check (abs(new_price) <= 10000000000000),
  add constraint price_sheet_line_cost_price_most check (abs(cost_price) <= 10000000000000);

alter table sale_price
  add constraint sale_price_price_most check (abs(price) <= 10000000000000);

alter table stock_adjustment_line
  add constraint stock_adjustment_line_unit_cost_most check (abs(unit_cost) <= 10000000000000);

alter table contract
  add constraint contract_amount_limit_most check (abs(amount_limit) <= 10000000000000);

alter table purchase_price_sheet_line
  add constraint purchase_price_sheet_line_old_price_most check (abs(old_price) <= 10000000000000),
  add constraint purchase_price_sheet_line_new_price_most check (abs(new_price) <= 10000000000000),
  add constraint purchase_price_sheet_line_sale_price_most check (abs(sale_price) <= 10000000000000);

alter table purchase_order
  add constraint purchase_order_total_amount_most check (abs(total_amount) <= 10000000000000),
  add constraint purchase_order_in_amount_most check (abs(in_amount) <= 10000000000000);

alter table purchase_order_line
  add constraint purchase_order_line_purchase_price_most check (abs(purchase_price) <= 10000000000000),
  add constraint purchase_order_line_amount_most check (abs(amount) <= 10000000000000);

alter table in_ware_batch
  add constraint in_ware_batch_in_amount_most check (abs(in_amount) <= 10000000000000);

alter table in_ware_batch_detail
  add constraint in_ware_batch_detail_purchase_price_most check (abs(purchase_price) <= 10000000000000),
  add constraint in_ware_batch_detail_cost_price_most check (abs(cost_price) <= 10000000000000),
  add constraint in_ware_batch_detail_amount_most check (abs(amount) <= 10000000000000);

alter table stock_batch
  add constraint stock_batch_cost_price_most check (abs(cost_price) <= 10000000000000),
  add constraint stock_batch_cost_amount_most check (abs(cost_amount) <= 10000000000000);

alter table out_ware_detail
  add constraint out_ware_detail_total_cost_most check (abs(total_cost) <= 10000000000000);

alter table out_ware_detail_line
  add constraint out_ware_detail_line_cost_price_most check (abs(cost_price) <= 10000000000000),
  add constraint out_ware_detail_line_amount_most check (abs(amount) <= 10000000000000);

alter table negative_inventory
  add constraint negative_inventory_temp_cost_most check (abs(temp_cost) <= 10000000000000),
  add constraint negative_inventory_cost_diff_most check (abs(cost_diff) <= 10000000000000);

alter table negative_inventory_offset
  add constraint negative_inventory_offset_cost_amount_most check (abs(cost_amount) <= 10000000000000),
  add constraint negative_inventory_offset_cost_diff_most check (abs(cost_diff) <= 10000000000000);

alter table allot
  add constraint allot_cost_amount_most check (abs(cost_amount) <= 10000000000000);

alter table allot_line
  add constraint allot_line_cost_amount_most check (abs(cost_amount) <= 10000000000000);

alter table allot_diff
  add constraint allot_diff_diff_amount_most check (abs(diff_amount) <= 10000000000000),
  add constraint allot_diff_duty_amount_most check (abs(duty_amount) <= 10000000000000);

alter table allot_diff_line
  add constraint allot_diff_line_diff_amount_most check (abs(diff_amount) <= 10000000000000);

alter table allot_decision
  add constraint allot_decision_duty_amount_most check (abs(duty_amount) <= 10000000000000);

alter table purchase_price
  add constraint purchase_price_price_most check (abs(price) <= 10000000000000);

alter table goods_selection
  add constraint goods_selection_total_amount_most check (abs(total_amount) <= 10000000000000);

alter table goods_selection_line
  add constraint goods_selection_line_tag_price_most check (abs(tag_price) <= 10000000000000),
  add constraint goods_selection_line_offer_price_most check (abs(offer_price) <= 10000000000000);

alter table difference_order
  add constraint difference_order_diff_amount_most check (abs(diff_amount) <= 10000000000000),
  add constraint difference_order_fine_amount_most check (abs(fine_amount) <= 10000000000000);

alter table difference_order_line
  add constraint difference_order_line_purchase_price_most check (abs(purchase_price) <= 10000000000000);

alter table back_order
  add constraint back_order_total_amount_most check (abs(total_amount) <= 10000000000000);

alter table back_order_line
  add constraint back_order_line_back_price_most check (abs(back_price) <= 10000000000000),
  add constraint back_order_line_amount_most check (abs(amount) <= 10000000000000);

alter table imperfect_deal
  add constraint imperfect_deal_deal_price_most check (abs(deal_price) <= 10000000000000);

alter table check_bill
  add constraint check_bill_in_amount_most check (abs(in_amount) <= 10000000000000),
  add constraint check_bill_back_amount_most check (abs(back_amount) <= 10000000000000),
  add constraint check_bill_other_amount_most check (abs(other_amount) <= 10000000000000),
  add constraint check_bill_adjust_amount_most check (abs(adjust_amount) <= 10000000000000),
  add constraint check_bill_total_amount_most check (abs(total_amount) <= 10000000000000),
  add constraint check_bill_tax_amount_most check (abs(tax_amount) <= 10000000000000);

alter table settle_item
  add constraint settle_item_price_most check (abs(price) <= 10000000000000),
  add constraint settle_item_amount_most check (abs(amount) <= 10000000000000),
  add constraint settle_item_tax_amount_most check (abs(tax_amount) <= 10000000000000);

alter table statement
  add constraint statement_goods_amount_most check (abs(goods_amount) <= 10000000000000),
  add constraint statement_check_adjust_amount_most check (abs(check_adjust_amount) <= 10000000000000),
  add constraint statement_fine_amount_most check (abs(fine_amount) <= 10000000000000),
  add constraint statement_expense_amount_most check (abs(expense_amount) <= 10000000000000),
  add constraint statement_adjust_amount_most check (abs(adjust_amount) <= 10000000000000),
  add constraint statement_carried_amount_most check (abs(carried_amount) <= 10000000000000),
  add constraint statement_total_amount_most check (abs(total_amount) <= 10000000000000),
  add constraint statement_tax_amount_most check (abs(tax_amount) <= 10000000000000),
  add constraint statement_prepay_offset_amount_most check (abs(prepay_offset_amount) <= 10000000000000),
  add constraint statement_payable_amount_most check (abs(payable_amount) <= 10000000000000),
  add constraint statement_paid_amount_most check (abs(paid_amount) <= 10000000000000),
  add constraint statement_unpaid_amount_most check (abs(unpaid_amount) <= 10000000000000),
  add constraint statement_invoice_amount_most check (abs(invoice_amount) <= 10000000000000);

alter table statement_line
  add constraint statement_line_amount_most check (abs(amount) <= 10000000000000),
  add constraint statement_line_tax_amount_most check (abs(tax_amount) <= 10000000000000);

alter table fine
  add constraint fine_amount_most check (abs(amount) <= 10000000000000);

alter table payment
  add constraint payment_amount_most check (abs(amount) <= 10000000000000);

alter table payment_line
  add constraint payment_line_unpaid_amount_most check (abs(unpaid_amount) <= 10000000000000),
  add constraint payment_line_amount_most check (abs(amount) <= 10000000000000);

alter table cost_adjust
  add constraint cost_adjust_onhand_amount_most check (abs(onhand_amount) <= 10000000000000),
  add constraint cost_adjust_transit_amount_most check (abs(transit_amount) <= 10000000000000),
  add constraint cost_adjust_sold_amount_most check (abs(sold_amount) <= 10000000000000),
  add constraint cost_adjust_total_amount_most check (abs(total_amount) <= 10000000000000),
  add constraint cost_adjust_settle_amount_most check (abs(settle_amount) <= 10000000000000);

alter table cost_adjust_line
  add constraint cost_adjust_line_old_cost_most check (abs(old_cost) <= 10000000000000),
  add constraint cost_adjust_line_new_cost_most check (abs(new_cost) <= 10000000000000),
  add constraint cost_adjust_line_onhand_amount_most check (abs(onhand_amount) <= 10000000000000),
  add constraint cost_adjust_line_transit_amount_most check (abs(transit_amount) <= 10000000000000),
  add constraint cost_adjust_line_sold_amount_most check (abs(sold_amount) <= 10000000000000),
  add constraint cost_adjust_line_settle_amount_most check (abs(settle_amount) <= 10000000000000);

alter table current_expense
  add constraint current_expense_amount_most check (abs(amount) <= 10000000000000),
  add constraint current_expense_tax_amount_most check (abs(tax_amount) <= 10000000000000);

alter table expense
  add constraint expense_amount_most check (abs(amount) <= 10000000000000),
  add constraint expense_tax_amount_most check (abs(tax_amount) <= 10000000000000);

alter table expense_line
  add constraint expense_line_amount_most check (abs(amount) <= 10000000000000),
  add constraint expense_line_tax_amount_most check (abs(tax_amount) <= 10000000000000);

alter table member_user
  add constraint member_user_stored_balance_most check (abs(stored_balance) <= 10000000000000),
  add constraint member_user_total_amount_most check (abs(total_amount) <= 10000000000000);

alter table user_label
  add constraint user_label_rule_amount_from_most check (abs(rule_amount_from) <= 10000000000000),
  add constraint user_label_rule_amount_to_most check (abs(rule_amount_to) <= 10000000000000);

alter table sale_order
  add constraint sale_order_tag_amount_most check (abs(tag_amount) <= 10000000000000),
  add constraint sale_order_goods_amount_most check (abs(goods_amount) <= 10000000000000),
  add constraint sale_order_promotion_amount_most check (abs(promotion_amount) <= 10000000000000),
  add constraint sale_order_coupon_amount_most check (abs(coupon_amount) <= 10000000000000),
  add constraint sale_order_point_amount_most check (abs(point_amount) <= 10000000000000),
  add constraint sale_order_change_amount_most check (abs(change_amount) <= 10000000000000),
  add constraint sale_order_freight_amount_most check (abs(freight_amount) <= 10000000000000),
  add constraint sale_order_payable_amount_most check (abs(payable_amount) <= 10000000000000),
  add constraint sale_order_paid_amount_most check (abs(paid_amount) <= 10000000000000),
  add constraint sale_order_refund_amount_most check (abs(refund_amount) <= 10000000000000);

alter table sale_order_item
  add constraint sale_order_item_tag_price_most check (abs(tag_price) <= 10000000000000),
  add constraint sale_order_item_sale_price_most check (abs(sale_price) <= 10000000000000),
  add constraint sale_order_item_final_amount_most check (abs(final_amount) <= 10000000000000),
  add constraint sale_order_item_promotion_amount_most check (abs(promotion_amount) <= 10000000000000),
  add constraint sale_order_item_coupon_amount_most check (abs(coupon_amount) <= 10000000000000),
  add constraint sale_order_item_point_amount_most check (abs(point_amount) <= 10000000000000),
  add constraint sale_order_item_change_amount_most check (abs(change_amount) <= 10000000000000),
  add constraint sale_order_item_refund_amount_most check (abs(refund_amount) <= 10000000000000),
  add constraint sale_order_item_cost_amount_most check (abs(cost_amount) <= 10000000000000);

alter table order_payment
  add constraint order_payment_amount_most check (abs(amount) <= 10000000000000),
  add constraint order_payment_fee_amount_most check (abs(fee_amount) <= 10000000000000);

alter table order_service
  add constraint order_service_apply_amount_most check (abs(apply_amount) <= 10000000000000),
  add constraint order_service_deal_amount_most check (abs(deal_amount) <= 10000000000000);

alter table order_service_line
  add constraint order_service_line_refund_amount_most check (abs(refund_amount) <= 10000000000000);

alter table change_price
  add constraint change_price_old_amount_most check (abs(old_amount) <= 10000000000000),
  add constraint change_price_new_amount_most check (abs(new_amount) <= 10000000000000),
  add constraint change_price_diff_amount_most check (abs(diff_amount) <= 10000000000000);

alter table order_out_coupon
  add constraint order_out_coupon_face_amount_most check (abs(face_amount) <= 10000000000000),
  add constraint order_out_coupon_settle_amount_most check (abs(settle_amount) <= 10000000000000);

alter table order_refund
  add constraint order_refund_amount_most check (abs(amount) <= 10000000000000);

alter table invoice_apply
  add constraint invoice_apply_amount_most check (abs(amount) <= 10000000000000);

alter table promotion
  add constraint promotion_cut_amount_most check (abs(cut_amount) <= 10000000000000),
  add constraint promotion_step_amount_1_most check (abs(step_amount_1) <= 10000000000000),
  add constraint promotion_step_cut_1_most check (abs(step_cut_1) <= 10000000000000),
  add constraint promotion_step_amount_2_most check (abs(step_amount_2) <= 10000000000000),
  add constraint promotion_step_cut_2_most check (abs(step_cut_2) <= 10000000000000),
  add constraint promotion_step_amount_3_most check (abs(step_amount_3) <= 10000000000000),
  add constraint promotion_step_cut_3_most check (abs(step_cut_3) <= 10000000000000),
  add constraint promotion_exchange_amount_most check (abs(exchange_amount) <= 10000000000000),
  add constraint promotion_sale_amount_most check (abs(sale_amount) <= 10000000000000),
  add constraint promotion_discount_amount_most check (abs(discount_amount) <= 10000000000000);

alter table promotion_goods
  add constraint promotion_goods_promo_price_most check (abs(promo_price) <= 10000000000000);

alter table gift
  add constraint gift_value_amount_most check (abs(value_amount) <= 10000000000000);

alter table gift_activity
  add constraint gift_activity_threshold_amount_most check (abs(threshold_amount) <= 10000000000000);

alter table coupon
  add constraint coupon_threshold_amount_most check (abs(threshold_amount) <= 10000000000000),
  add constraint coupon_discount_amount_most check (abs(discount_amount) <= 10000000000000),
  add constraint coupon_max_amount_most check (abs(max_amount) <= 10000000000000);

alter table cashier_bill
  add constraint cashier_bill_system_amount_most check (abs(system_amount) <= 10000000000000),
  add constraint cashier_bill_actual_amount_most check (abs(actual_amount) <= 10000000000000),
  add constraint cashier_bill_checked_amount_most check (abs(checked_amount) <= 10000000000000),
  add constraint cashier_bill_diff_amount_most check (abs(diff_amount) <= 10000000000000),
  add constraint cashier_bill_deposit_amount_most check (abs(deposit_amount) <= 10000000000000);

alter table cashier_bill_line
  add constraint cashier_bill_line_receive_amount_most check (abs(receive_amount) <= 10000000000000),
  add constraint cashier_bill_line_refund_amount_most check (abs(refund_amount) <= 10000000000000),
  add constraint cashier_bill_line_system_amount_most check (abs(system_amount) <= 10000000000000),
  add constraint cashier_bill_line_actual_amount_most check (abs(actual_amount) <= 10000000000000),
  add constraint cashier_bill_line_checked_amount_most check (abs(checked_amount) <= 10000000000000),
  add constraint cashier_bill_line_diff_amount_most check (abs(diff_amount) <= 10000000000000);

alter table channel_recon
  add constraint channel_recon_channel_amount_most check (abs(channel_amount) <= 10000000000000),
  add constraint channel_recon_system_amount_most check (abs(system_amount) <= 10000000000000),
  add constraint channel_recon_fee_amount_most check (abs(fee_amount) <= 10000000000000),
  add constraint channel_recon_diff_amount_most check (abs(diff_amount) <= 10000000000000);

alter table shop_bill
  add constraint shop_bill_sale_amount_most check (abs(sale_amount) <= 10000000000000),
  add constraint shop_bill_refund_amount_most check (abs(refund_amount) <= 10000000000000),
  add constraint shop_bill_discount_amount_most check (abs(discount_amount) <= 10000000000000),
  add constraint shop_bill_receive_amount_most check (abs(receive_amount) <= 10000000000000),
  add constraint shop_bill_fee_amount_most check (abs(fee_amount) <= 10000000000000),
  add constraint shop_bill_cash_diff_amount_most check (abs(cash_diff_amount) <= 10000000000000),
  add constraint shop_bill_expense_amount_most check (abs(expense_amount) <= 10000000000000),
  add constraint shop_bill_share_amount_most check (abs(share_amount) <= 10000000000000),
  add constraint shop_bill_settle_amount_most check (abs(settle_amount) <= 10000000000000),
  add constraint shop_bill_settled_amount_most check (abs(settled_amount) <= 10000000000000);

alter table voucher
  add constraint voucher_debit_amount_most check (abs(debit_amount) <= 10000000000000),
  add constraint voucher_credit_amount_most check (abs(credit_amount) <= 10000000000000);

alter table voucher_entry
  add constraint voucher_entry_debit_most check (abs(debit) <= 10000000000000),
  add constraint voucher_entry_credit_most check (abs(credit) <= 10000000000000);
